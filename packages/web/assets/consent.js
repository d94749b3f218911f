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
				...choices(new FormData(form)),
			}),
		})
		// The page that answers the form says what is wrong, and lets one choose again.
		if (response.status < 500 && !response.ok) return submitWithout(submitter)
		if (!response.ok) throw new Error(String(response.status))
		const { location: target } = await response.json()
		if (!/^https?:/.test(target)) leave()
		location.assign(target)
	} catch {
		fail()
	}
})

// What is chosen beside yes or no: the same that the form would send.
function choices(data) {
	const chosen = {}
	for (const name of ['guild_id', 'webhook_channel_id']) if (data.get(name)) chosen[name] = data.get(name)
	if (data.get('integration_type')) chosen.integration_type = Number(data.get('integration_type'))
	if (data.get('ticks')) {
		const ticks = form.querySelectorAll('.ticks input:checked')
		chosen.permissions = String([...ticks].reduce((bits, { value }) => bits | BigInt(value), 0n))
	}
	return chosen
}

function submitWithout({ name, value }) {
	const decision = Object.assign(document.createElement('input'), { type: 'hidden', name, value })
	form.append(decision)
	form.submit()
}

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
