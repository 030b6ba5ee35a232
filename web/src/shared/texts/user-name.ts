import { withNote } from '../../ui/punctuation.ts'
/** Name with account, because names are not unique. */
export const userName = ({ name, account }: { name: string; account: string }): string => withNote(name, account)
