// Sends the decision without leaving the page, so that a link into an app still counts as the person's own click.
const form = document.querySelector('#decision')
const panel = document.querySelector('.consent')
const done = document.querySelector('.done')
const authorize = form.querySelector('button[value="true"]')

// A click aimed at another window must not land on this button when the page comes up under the pointer.
const UNDECIDED_MS = 600
let timer
function pause() {
	clearTimeout(timer)
	authorize.setAttribute('aria-disabled', 'true')
	timer = setTimeout(() => authorize.removeAttribute('aria-disabled'), UNDECIDED_MS)
}
pause()
addEventListener('focus', pause)

form.addEventListener('submit', async (event) => {
	event.preventDefault()
	const { submitter } = event
	if (form.hasAttribute('aria-busy') || submitter.getAttribute('aria-disabled') === 'true') return
	form.setAttribute('aria-busy', 'true')
	try {
		const response = await fetch('/api/oauth2/authorize', {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-csrf-token': form.elements.csrf_token.value },
			body: JSON.stringify({
				request: form.elements.request.value,
				authorize: submitter.value === 'true',
			}),
		})
		if (!response.ok) throw new Error(String(response.status))
		const { location: target } = await response.json()
		if (!/^https?:/.test(target)) leave()
		location.assign(target)
	} catch {
		fail()
	}
})

// An app takes over; this page stays open behind it.
function leave() {
	panel.hidden = true
	done.hidden = false
	done.focus()
}

function fail() {
	form.removeAttribute('aria-busy')
	const alert = document.createElement('p')
	alert.className = 'alert'
	alert.setAttribute('role', 'alert')
	alert.textContent = panel.dataset.failed
	form.replaceWith(alert)
}
