/** Lines about people, as all lists have them. */
import { attempt, make } from '../dom.ts'

export function person(name: string, state: string, look: string, ...buttons: HTMLElement[]): HTMLElement {
	const said = make('span', { className: 'state' }, state)
	return make('li', { className: look }, make('div', {}, make('b', {}, name), ' ', said), ...buttons)
}

/** `label` says to whom it is, for who does not see the line. */
export function button(words: string, label: string, run: () => Promise<void>): HTMLButtonElement {
	const made = make('button', { type: 'button', className: 'quiet small', ariaLabel: label }, words)
	made.addEventListener('click', () => void attempt(made, run))
	return made
}
