/** What stands above the column with the reasons, in a file of rows that did not go in. Read again, it means nothing. */
export const reasonHead = 'Why it was refused'
