import type { DeviceCode, DeviceScreen } from '../platform.ts'

const STYLE = `
:host { all: initial !important }
dialog {
	box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); overflow: auto;
	padding: 1.5rem; border: 1px solid #767676; border-radius: .75rem; text-align: center;
	font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
}
dialog::backdrop { background: rgb(0 0 0 / .6) }
h1 { margin: 0 0 .5rem; font-size: 1.25rem }
p { margin: .5rem 0; overflow-wrap: anywhere }
a { color: #0645ad }
svg { display: block; width: min(14rem, 100%); margin: 1rem auto; background: #fff; border-radius: .25rem }
code { display: block; font: 700 1.75rem/1.2 ui-monospace, monospace; letter-spacing: .1em }
button { margin-top: 1rem; padding: .5rem 1.5rem; font: inherit; color: inherit; background: none; border: 1px solid; border-radius: .5rem }
:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
	dialog { color: #f0f0f0; background: #1e1e1e }
	a { color: #8ab4f8 }
}`

/** Shows a code over the page, where neither the page's styles nor its policy for them reach. */
export const deviceOverlay: DeviceScreen = {
	open(code, closed) {
		const host = document.createElement('div')
		const root = host.attachShadow({ mode: 'open' })
		const sheet = new CSSStyleSheet()
		sheet.replaceSync(STYLE)
		root.adoptedStyleSheets = [sheet]
		const dialog = dialogOf(code)
		root.append(dialog)
		document.body.append(host)
		// Escape and the button close it; the page's focus goes back to where it was.
		dialog.addEventListener('close', () => {
			host.remove()
			closed()
		})
		dialog.showModal()
		return () => dialog.close()
	},
}

/** Of elements, as text could be refused by the page's policy. */
function dialogOf({ userCode, verificationUri, verificationUriComplete, qr }: DeviceCode): HTMLDialogElement {
	const link = element('a', verificationUri, { href: verificationUriComplete, target: '_blank', rel: 'noopener' })
	const address = element('p', 'Scan this code with your phone, or open ')
	address.append(link, ' and enter:')
	const close = element('button', 'Cancel', { type: 'button' })
	const dialog = element('dialog', '', { 'aria-labelledby': 'title' })
	close.onclick = () => dialog.close()
	dialog.append(
		element('h1', 'Allow this device', { id: 'title' }),
		address,
		picture(qr, `QR code of ${verificationUriComplete}`),
		element('code', userCode),
		close,
	)
	return dialog
}

function element<N extends keyof HTMLElementTagNameMap>(
	name: N,
	text: string,
	attributes: Record<string, string> = {},
): HTMLElementTagNameMap[N] {
	const made = document.createElement(name)
	made.textContent = text
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
	return made
}

const QUIET = 4

function picture(qr: DeviceCode['qr'], label: string): SVGElement {
	const svgElement = (name: string, attributes: Record<string, string>) => {
		const made = document.createElementNS('http://www.w3.org/2000/svg', name)
		for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
		return made as SVGElement
	}
	const size = qr.length + 2 * QUIET
	const svg = svgElement('svg', {
		viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`,
		role: 'img',
		'aria-label': label,
		'shape-rendering': 'crispEdges',
	})
	const d = qr.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
	svg.append(svgElement('path', { d }))
	return svg
}
