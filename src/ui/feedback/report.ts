import { createContext } from 'react-router'

/** Writes what failed behind a page to the shop's log. */
export type ReportError = (error: unknown) => void

/** For a page that stands without a part of it that could not be read: `context.get(reportContext)` in its loader. */
export const reportContext = createContext<ReportError>()
