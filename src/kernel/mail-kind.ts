/** A mail whose words an owner can write anew. */
export type MailKind = {
  /** `order-paid`. */
  kind: string
  /**
   * What it is called where it is written, which is when it is sent, and the shop's own words, in the language of the moment.
   * `{number}` stands for what each mail has there; the text has paragraphs, with an empty line between them.
   */
  words: () => { title: string; subject: string; text: string }
  /** What may stand in braces, beside `{shop}`. */
  placeholders: readonly string[]
  /** What has to, in subject or text. */
  required: readonly string[]
}
