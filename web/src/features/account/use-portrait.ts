import { accountContract } from '@atrium/contract/features/account/account.contract.ts'
import { usePicture } from '../../kernel/page/use-picture.ts'

/**
 * The address of the signed-in person's portrait; undefined when there is none.
 * In: the portrait's mark from the login info, which changes with the picture.
 */
export const usePortrait = (mark: string): string | undefined => usePicture(accountContract.portrait, {}, mark)
