import { formError, type NewPoll, type Poll } from '@guildhall/protocol'
import type { StoredPoll } from './rows.ts'

const DEFAULT_HOURS = 24
const HOUR_MS = 60 * 60 * 1000

/** A poll as it is kept. @throws InvalidFormBody where the question or an answer says nothing. */
export function buildPoll(input: NewPoll, now: number): StoredPoll {
	const question = input.question.text?.trim()
	if (!question) throw formError(['poll', 'question', 'text'], 'BASE_TYPE_REQUIRED', 'This field is required')
	return {
		question,
		answers: input.answers.map(({ poll_media: { text, emoji } }, index) => {
			const said = text?.trim() ?? ''
			if (said === '') {
				throw formError(
					['poll', 'answers', index, 'poll_media', 'text'],
					'BASE_TYPE_REQUIRED',
					'This field is required',
				)
			}
			const shown = emoji?.id || emoji?.name ? { emoji: { id: emoji.id ?? null, name: emoji.name ?? null } } : {}
			return { id: index + 1, text: said, ...shown }
		}),
		expiresAt: now + (input.duration ?? DEFAULT_HOURS) * HOUR_MS,
		allowsSeveral: input.allow_multiselect ?? false,
	}
}

/** A poll as readers get it. Nobody has voted: votes come through no door yet. */
export function presentPoll(poll: StoredPoll, now: number): Poll {
	return {
		question: { text: poll.question },
		answers: poll.answers.map(({ id, text, emoji }) => ({
			answer_id: id,
			poll_media: { text, ...(emoji ? { emoji } : {}) },
		})),
		expiry: `${new Date(poll.expiresAt).toISOString().slice(0, -1)}000+00:00`,
		allow_multiselect: poll.allowsSeveral,
		layout_type: 1,
		results: { answer_counts: [], is_finalized: poll.expiresAt <= now },
	}
}
