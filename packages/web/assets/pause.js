// A click aimed at another window must not land on the button that allows when the page comes up under the pointer.
const form = document.querySelector('#decision')
const allow = form.querySelector('.primary')
const UNDECIDED_MS = 600
let timer

function pause() {
	clearTimeout(timer)
	allow.setAttribute('aria-disabled', 'true')
	timer = setTimeout(() => allow.removeAttribute('aria-disabled'), UNDECIDED_MS)
}
pause()
addEventListener('focus', pause)

form.addEventListener('submit', (event) => {
	const isEarly = event.submitter.getAttribute('aria-disabled') === 'true'
	if (form.hasAttribute('aria-busy') || isEarly) event.preventDefault()
	else form.setAttribute('aria-busy', 'true')
})
