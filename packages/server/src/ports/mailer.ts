/** A mail to one person. */
export interface Mail {
	/** An address. */
	to: string
	/** One line. */
	subject: string
	/** Plain text. */
	text: string
}

/** The way out by mail. */
export interface Mailer {
	/** Resolves when a server of mail has taken it. @throws what kept it from being taken */
	send(mail: Mail): Promise<void>
	close(): Promise<void>
}
