/** The oldest PostgreSQL of this machine that Tappet supports. */
export function findPostgres(): { folder: string; version: number } | undefined
