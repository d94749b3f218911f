/** The screen of a match: seats, whose turn it is, columns to choose, the radio. */
import type { Client } from '@guildhall/socialsdk'
import type { BoardView } from '../board.ts'
import { attempt, byId, make, notify, onClick, onSubmit } from '../dom.ts'
import type { Match } from '../match.ts'
import { COLUMNS, isFull, lightsIn, type Side, sideToMove } from '../rules.ts'
import type { Table } from '../table.ts'
import { befriend, tieWith } from './friends.ts'

export interface TableScreen {
	/** Shows a match, as it is now; nothing without one. */
	show(table: Table | undefined): void
	/** Called when the player has left. */
	onLeft: () => void
}

const LIGHTS: Record<Side, string> = { port: 'red', starboard: 'green' }

export function createTableScreen(client: Client): TableScreen {
	let table: Table | undefined
	let board: BoardView | undefined
	let loading: Promise<void> | undefined
	const columns = Array.from({ length: COLUMNS }, (_, column) => columnButton(column))
	byId('columns').append(...columns)

	const screen: TableScreen = {
		onLeft: () => {},
		show(next) {
			if (next && next !== table) byId<HTMLInputElement>('words').value = ''
			table = next
			if (!table) return
			loading ??= import('../board.ts').then(async ({ createBoard }) => {
				board = await createBoard(byId('canvas'), client)
				draw()
			})
			loading.catch((error: unknown) => notify(`The board was not loaded: ${error}`))
			draw()
		},
	}
	onSubmit('say', async (form) => {
		const { words } = Object.fromEntries(new FormData(form)) as { words: string }
		await table?.say(words)
		form.reset()
	})
	onClick('resign', async () => table?.resign())
	onClick('befriend', async () => {
		const other = table?.opponent()
		if (other) await befriend(client, other)
	})
	onClick('next-round', async () => table?.nextRound())
	onClick('copy', () => navigator.clipboard.writeText(location.href).then(() => notify('The address is copied.')))
	onClick('leave', async () => {
		await table?.leave()
		screen.onLeft()
	})
	return screen

	function columnButton(column: number): HTMLButtonElement {
		const button = make('button', { type: 'button' })
		const preview = (isOn: boolean) => {
			if (table) board?.preview(isOn && table.isMyTurn() ? column : undefined, table.side() ?? 'port')
		}
		for (const event of ['pointerenter', 'focus']) button.addEventListener(event, () => preview(true))
		for (const event of ['pointerleave', 'blur']) button.addEventListener(event, () => preview(false))
		button.addEventListener('click', () => {
			if (!table?.isMyTurn()) return
			void attempt(byId('columns'), async () => table?.play(column))
			preview(false)
		})
		button.addEventListener('keydown', ({ key }) => {
			const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
			if (step) columns[(column + step + COLUMNS) % COLUMNS]?.focus()
		})
		return button
	}

	function draw(): void {
		if (!table) return
		const match = table.match()
		const { round, seats } = match
		board?.show(round)
		board?.watch(table.lobbyId, { port: seats.port, starboard: seats.starboard })
		for (const side of ['port', 'starboard'] as const) drawSeat(side, match)
		const turn = turnOf(match)
		if (byId('turn').textContent !== turn) byId('turn').textContent = turn
		const canPlay = table.isMyTurn()
		byId('columns').classList.toggle('mine', canPlay)
		for (const [column, button] of columns.entries()) {
			const lights = lightsIn(round, column).map((side) => LIGHTS[side])
			button.ariaLabel = `Column ${column + 1}, ${lights.length === 0 ? 'empty' : `from below: ${lights.join(', ')}`}`
			button.ariaDisabled = String(!canPlay || isFull(round, column))
		}
		const isPlayer = table.side() !== undefined
		byId('waiting').hidden = seats.starboard !== undefined
		byId('match-code').textContent = table.code
		byId('next-round').hidden = !isPlayer || !round.end
		byId('resign').hidden = !isPlayer || round.end !== undefined || seats.starboard === undefined
		drawTie(table.opponent())
		drawChat()
	}

	function drawTie(other: string | undefined): void {
		const tie = other === undefined ? 'friends' : tieWith(client, other)
		byId('befriend').hidden = tie === 'friends'
		byId('befriend').ariaDisabled = String(tie === 'asked')
		const words = { none: 'Ask to be friends', asked: 'Asked to be friends', asks: 'Accept as a friend', friends: '' }[
			tie
		]
		if (byId('befriend').textContent !== words) byId('befriend').textContent = words
	}

	function drawSeat(side: Side, match: Match): void {
		const seat = byId(`seat-${side}`)
		const seated = table?.seated(side)
		const isTurn = !match.round.end && match.seats.starboard !== undefined && sideToMove(match.round) === side
		seat.classList.toggle('turn', isTurn)
		seat.classList.toggle('away', seated !== undefined && !seated.isHere)
		const you = table?.side() === side ? ' (you)' : ''
		const away = seated && !seated.isHere ? ' – away' : ''
		text(seat, '.name', seated ? `${seated.name}${you}${away}` : 'A free seat')
		text(seat, '.score', String(match.score[side]))
	}

	function turnOf({ round, seats }: Match): string {
		if (!table) return ''
		if (!seats.starboard) return 'Waiting for the other keeper'
		const nameOf = (side: Side) => table?.seated(side)?.name ?? 'Somebody'
		const mine = table.side()
		if (round.end) {
			const { winner, by } = round.end
			if (winner === 'nobody') return 'The wall is full: nobody wins'
			const how = by === 'resigning' ? 'by resignation' : 'with four in a row'
			return winner === mine ? `You win ${how}` : `${nameOf(winner)} wins ${how}`
		}
		const side = sideToMove(round)
		return side === mine ? `Your turn: set a ${LIGHTS[side]} light` : `${nameOf(side)} sets a ${LIGHTS[side]} light`
	}

	function drawChat(): void {
		const list = byId('chat')
		const lines = table?.chat() ?? []
		if (list.childElementCount === lines.length && list.dataset.of === table?.code) return
		list.dataset.of = table?.code ?? ''
		list.replaceChildren(
			...lines.map(({ author, isMine, words }) =>
				make('li', { className: isMine ? 'mine' : '' }, make('b', {}, author), ' ', make('span', {}, words)),
			),
		)
		list.scrollTop = list.scrollHeight
	}
}

function text(parent: HTMLElement, selector: string, words: string): void {
	const element = parent.querySelector(selector)
	if (element && element.textContent !== words) element.textContent = words
}
