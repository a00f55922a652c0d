/** Whether the system, or the database, has refused something with this code: `ENOENT`, `55P03`. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
