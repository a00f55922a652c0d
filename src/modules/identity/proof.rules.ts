/** For how long a login, or the password typed once more, counts as proof of who is here. */
export const proofMinutes = 10
