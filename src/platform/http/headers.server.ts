import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { PlatformSettings } from '../settings.server.ts'

/** What a page of the shop never asks the browser for, so that nothing in it can. */
const permissions = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'display-capture']
  .map(feature => `${feature}=()`)
  .join(', ')

/** The headers that every answer has. helmet's are the same each time: it is asked once, and not for each answer. */
export function headersOfAll({ publicUrl }: Pick<PlatformSettings, 'publicUrl'>) {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const secure = helmet({
    // Pages set their own policy, with the hashes of what is inline; answers of the API need none.
    contentSecurityPolicy: false,
    // The default would cut a sign-in popup off from the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  secure(answer.req, answer, () => undefined)
  return { ...answer.getHeaders(), 'permissions-policy': permissions }
}
