/** Patroni's own program, once `provideMachines` has been there; undefined where it cannot be had. */
export function patroniProgram(): string | undefined
