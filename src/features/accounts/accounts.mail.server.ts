import { type Context } from '#platform/context'
import { sendMail } from '#platform/mail'

/** The mail that proves an email address. */
export async function sendVerificationMail(
  ctx: Context,
  shopName: string,
  message: { to: string; name: string; url: string },
): Promise<void> {
  const { to, name, url } = message
  const text = `Hello ${name},

confirm your email address for ${shopName} by opening this link within 24 hours:

${url}

If you did not sign up, ignore this mail: without the link nothing happens.
`
  await sendMail(ctx.jobs, ctx.db, {
    to,
    subject: `Confirm your email address for ${shopName}`,
    text,
    html: htmlOf({ name, shopName, url }),
  })
}

function htmlOf({ name, shopName, url }: { name: string; shopName: string; url: string }): string {
  const paragraph = 'margin:0 0 16px;font:16px/1.5 Arial,sans-serif;color:#12171c'
  return `<!doctype html><html lang="en"><body style="margin:0;background:#faf8f3;padding:24px">
<div style="max-width:520px;margin:auto;background:#fff;border:1px solid #dcd8ce;border-radius:4px;padding:24px">
<p style="margin:0 0 16px;font:bold 22px Arial,sans-serif;color:#12171c">${escapeHtml(shopName)}</p>
<p style="${paragraph}">Hello ${escapeHtml(name)},</p>
<p style="${paragraph}">confirm your email address by opening this link within 24 hours:</p>
<p style="${paragraph}"><a href="${escapeHtml(url)}" style="display:inline-block;background:#d9480f;color:#fff;padding:12px 18px;border-radius:4px;text-decoration:none;font-weight:bold">Confirm my email address</a></p>
<p style="margin:0;font:14px/1.5 Arial,sans-serif;color:#5d6974">If you did not sign up, ignore this mail: without the link nothing happens.</p>
</div></body></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
