import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { ContentKey } from '../../../../kernel/files/file-store.ts'
import { AppError } from '../../../../kernel/scope.ts'
import type { OpenWorkbook } from '../../../../kernel/workbooks/open-workbook.ts'
import type { Files } from '../../../tenancy/files/index.ts'
import type { StoredImport } from '../imports.repository.ts'
import { withWorkbook } from './open-import.ts'

/**
 * Opens a stored file for the time of some work, from a copy of its own.
 * @throws `notFound` if its bytes are missing
 */
export const withStoredWorkbook = async <T>(
  files: Files,
  key: ContentKey,
  work: (book: OpenWorkbook) => Promise<T>,
): Promise<T> => {
  const bytes = await files.read(key)
  if (!bytes) throw new AppError(kernelErrors.notFound)
  const received = await files.receive(bytes)
  try {
    return await withWorkbook(received.path, work)
  } finally {
    await received.discard()
  }
}

/** The sheet that is imported. */
export const chosenSheet = ({ sheets, sheet }: Pick<StoredImport, 'sheets' | 'sheet'>) => {
  const { at, name, header } = sheets[sheet] ?? { at: 0, name: '', header: 1 }
  return { at, name, header }
}
