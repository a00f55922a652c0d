/** Where session storage has the messages that a page leaves to the next one. */
export const messagesKey = 'messages'
