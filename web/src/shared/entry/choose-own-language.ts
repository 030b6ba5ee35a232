import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { call } from '../../kernel/api/call.ts'
import { chooseLanguage } from '../../ui/languages.ts'

/** Saves the language with the account, which decides it wherever the person signs in, and loads the page in it. */
export const chooseOwnLanguage = async (tag: string): Promise<void> => {
  await call(accountContract.setLanguage, { body: { language: tag } })
  chooseLanguage(tag)
}
