/** A mail whose words an owner can write anew. */
export type MailKind = {
  /** `order-paid`. */
  kind: string
  /** What it is called where it is written: when it is sent. */
  title: string
  /** The shop's own words; `{number}` stands for what each mail has there. */
  subject: string
  /** Paragraphs, with an empty line between them. */
  text: string
  /** What may stand in braces, beside `{shop}`. */
  placeholders: readonly string[]
  /** What has to, in subject or text. */
  required: readonly string[]
}
