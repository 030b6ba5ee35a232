import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { usePicture } from '../../../kernel/page/use-picture.ts'

/**
 * Object URL of the signed-in user's portrait; undefined without one.
 * @param mark the portrait's mark from the login info, which changes with the picture
 */
export const usePortrait = (mark: string): string | undefined => usePicture(accountContract.portrait, {}, mark)
