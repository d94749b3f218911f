/** `Symbol.dispose`, also where the runtime does not have it yet. */
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose')
