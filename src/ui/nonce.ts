import { createContext } from 'react-router'

/** The word by which the server knows the scripts that the renderer puts into a page; undefined where pages have no policy. */
export const nonceContext = createContext<string | undefined>(undefined)
