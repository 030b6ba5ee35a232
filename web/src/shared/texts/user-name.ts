import { notedText } from '@atrium/contract/kernel/list-text.ts'
/** Name with account, because names are not unique. */
export const userName = ({ name, account }: { name: string; account: string }): string => notedText(name, account)
