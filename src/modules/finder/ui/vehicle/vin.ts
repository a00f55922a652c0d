import { laterPart } from '#ui/later-part.tsx'
import type { DecodedProps } from './vin-decoded.tsx'

/** What a VIN says, shown once one was looked up. */
export const VinDecoded = laterPart<DecodedProps>('vin', async () => (await import('./vin-decoded.tsx')).Decoded)
