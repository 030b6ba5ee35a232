import { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'

const { restore } = documentTrashContract

/**
 * Restores a document, under another name if one is given.
 * @returns a name that is free, if its own is taken; shows other failures and throws them.
 */
export const restoreAs = async (id: string, title?: string): Promise<string | undefined> => {
  try {
    await call(restore, { params: { id }, body: title === undefined ? {} : { title } }, { toasts: false })
    toast.success(t('操作成功'))
    return undefined
  } catch (error) {
    const { title: free }: { title?: unknown } = Object(error instanceof CallError ? error.data : undefined)
    if (typeof free === 'string') return free
    if (error instanceof CallError) showFailure(error)
    throw error
  }
}
