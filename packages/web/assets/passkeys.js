// Makes and uses passkeys. Forms that need one say what for in `data-passkey`; without this script they are not there.
const form = document.querySelector('form[data-passkey]')
const { passkey: purpose, csrf, next } = form.dataset
const button = form.querySelector('button')
/** A challenge is good for five minutes; one that waits in the list of names is replaced before. */
const RENEW_MS = 240_000

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
const toText = (bytes) =>
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')

async function send(path, body) {
	const response = await fetch(path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(csrf ? { 'x-csrf-token': csrf } : {}) },
		body: JSON.stringify(body),
	})
	const answer = await response.json()
	if (!response.ok) throw new Error(answer.problem ?? form.dataset.failed, { cause: 'told' })
	return answer
}

async function options() {
	const { options: given } = await send('/passkeys/challenge', { for: purpose })
	const withBytes = (credential) => ({ ...credential, id: toBytes(credential.id) })
	return {
		...given,
		challenge: toBytes(given.challenge),
		...(given.user ? { user: { ...given.user, id: toBytes(given.user.id) } } : {}),
		...(given.allowCredentials ? { allowCredentials: given.allowCredentials.map(withBytes) } : {}),
		...(given.excludeCredentials ? { excludeCredentials: given.excludeCredentials.map(withBytes) } : {}),
	}
}

function written({ id, type, response, authenticatorAttachment }) {
	const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
	const texts = parts.filter((part) => response[part]).map((part) => [part, toText(response[part])])
	const transports = response.getTransports ? { transports: response.getTransports() } : {}
	return {
		id,
		rawId: id,
		type,
		...(authenticatorAttachment ? { authenticatorAttachment } : {}),
		clientExtensionResults: {},
		response: { ...Object.fromEntries(texts), ...transports },
	}
}

let waiting

async function use(mediation) {
	waiting?.abort()
	const mine = new AbortController()
	waiting = mine
	const publicKey = await options()
	if (mine.signal.aborted) return
	const credential =
		purpose === 'add'
			? await navigator.credentials.create({ publicKey, signal: mine.signal })
			: await navigator.credentials.get({ publicKey, signal: mine.signal, ...(mediation ? { mediation } : {}) })
	const name = form.elements.name?.value
	const answer = { for: purpose, next, name, response: written(credential) }
	const { location: target } = await send('/passkeys/answer', answer)
	location.assign(target)
}

function tell(sentence) {
	form.querySelector('.alert')?.remove()
	const alert = document.createElement('p')
	alert.className = 'alert'
	alert.setAttribute('role', 'alert')
	alert.textContent = sentence
	form.prepend(alert)
	form.removeAttribute('aria-busy')
}

const sentenceOf = (error) => {
	if (error.cause === 'told') return error.message
	const isCancelled = error.name === 'NotAllowedError' || error.name === 'AbortError'
	return isCancelled ? form.dataset.cancelled : form.dataset.failed
}

form.addEventListener('submit', async (event) => {
	event.preventDefault()
	if (form.hasAttribute('aria-busy')) return
	form.setAttribute('aria-busy', 'true')
	try {
		await use()
	} catch (error) {
		tell(sentenceOf(error))
		void suggest()
	}
})

// Offers passkeys among the names that the browser suggests.
async function suggest() {
	if (purpose !== 'sign-in' || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
	const renew = setTimeout(suggest, RENEW_MS)
	try {
		await use('conditional')
	} catch (error) {
		// One that was chosen and refused is told; one that gave way to another request is not.
		if (error.cause === 'told') tell(error.message)
	} finally {
		clearTimeout(renew)
	}
}

if (globalThis.PublicKeyCredential) {
	form.hidden = false
	void suggest()
} else if (purpose === 'add') {
	button.disabled = true
}
