// Says while somebody types whether what they type can be saved; the rules are the server's alone.
const WAIT_MS = 250

for (const input of document.querySelectorAll('input[data-check]')) {
	const note = document.querySelector(`#${input.id}-problem`)
	const form = input.form
	let timer
	let asked = 0
	input.addEventListener('input', () => {
		clearTimeout(timer)
		timer = setTimeout(check, WAIT_MS)
	})

	async function check() {
		const mine = ++asked
		if (input.value === '') return say('', '')
		try {
			const response = await fetch(`${form.getAttribute('action')}/check`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-csrf-token': form.elements.csrf_token.value },
				body: JSON.stringify({ [input.dataset.check]: input.value }),
			})
			if (!response.ok || mine !== asked) return
			const { problem, good } = await response.json()
			say(problem ?? good ?? '', problem ? 'problem' : 'good')
		} catch {
			say('', '')
		}
	}

	function say(sentence, kind) {
		note.textContent = sentence
		note.className = kind === 'good' ? 'problem is-good' : 'problem'
		input.setAttribute('aria-invalid', String(kind === 'problem'))
	}
}

// What is shown once can be taken with one key.
const shown = document.querySelector('#shown')
if (shown) {
	const range = document.createRange()
	range.selectNodeContents(shown)
	getSelection().removeAllRanges()
	getSelection().addRange(range)
}
