import { createContext } from 'react-router'

/** The nonce that lets this answer's own inline scripts pass the content security policy. */
export const nonceContext = createContext<string>()
