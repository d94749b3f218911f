/** The elements of index.html, and the few things done with them. */

/** The element with this id, which index.html has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
	const found = document.getElementById(id)
	if (!found) throw new Error(`index.html has no #${id}`)
	return found as T
}

/** A new element with these properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	properties: Partial<HTMLElementTagNameMap[K]> = {},
	...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
	const made = Object.assign(document.createElement(tag), properties)
	made.append(...children)
	return made
}

const SCREENS = ['welcome', 'harbor', 'table'] as const

/** Shows one screen and hides the others; the keyboard goes along. */
export function showScreen(name: (typeof SCREENS)[number]): void {
	const isNew = byId(name).hidden
	for (const screen of SCREENS) byId(screen).hidden = screen !== name
	if (isNew) byId(name).querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}

/** Says something to the player above everything; nothing takes it away. */
export function notify(text = ''): void {
	byId('notice').textContent = text
}

/** Runs what a button or form starts: once at a time, and a failure is told. */
export async function attempt(starter: HTMLElement, work: () => Promise<void>): Promise<void> {
	if (starter.ariaBusy === 'true') return
	starter.ariaBusy = 'true'
	notify()
	try {
		await work()
	} catch (error) {
		notify(error instanceof Error ? error.message : String(error))
	} finally {
		starter.ariaBusy = 'false'
	}
}

/** Runs when this button is pressed, as `attempt` does. */
export function onClick(id: string, run: () => Promise<unknown>): void {
	byId(id).addEventListener('click', () => void attempt(byId(id), async () => void (await run())))
}

/** Runs when this form is sent, as `attempt` does. */
export function onSubmit(id: string, run: (form: HTMLFormElement) => Promise<void>): void {
	const form = byId<HTMLFormElement>(id)
	form.addEventListener('submit', (event) => {
		event.preventDefault()
		void attempt(form, () => run(form))
	})
}
