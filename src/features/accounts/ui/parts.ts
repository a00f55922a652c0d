export { useAccount } from './account.tsx'
export { type Session, type SessionAccount, SessionProvider, useSession } from './session.tsx'
