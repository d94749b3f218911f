/** Keeps secrets that the store holds unreadable without the key of this installation. */
export interface Vault {
	/** Encrypts and signs. */
	seal(plain: string): string
	/** What was sealed; undefined where it was sealed with another key, or changed. */
	open(sealed: string): string | undefined
}
