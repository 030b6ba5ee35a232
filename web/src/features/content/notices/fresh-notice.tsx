import { type Attachment, attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { type NoticeDetails, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import { type ReactNode, useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'

export type Fresh = {
  notice: NoticeDetails
  files: readonly Attachment[]
  /**
   * What to do when a decision fails: reads the notice again if it has changed since.
   * @throws the failure
   */
  onFailed: (failure: unknown) => never
}
type Shows = { onClosed: () => void; children: (fresh: Fresh) => ReactNode }
type ReadProps = Shows & Pick<Fresh, 'onFailed'>

// Read after the text: a file that changes in between makes the version of the text outdated.
const Files = ({ notice, onFailed, onClosed, children }: ReadProps & Pick<Fresh, 'notice'>) => {
  const files = useFreshRead(attachmentsContract.attachments, { params: { id: notice.id } }, onClosed)
  return files && children({ notice, files, onFailed })
}
const Text = ({ id, ...props }: ReadProps & { id: string }) => {
  const notice = useFreshRead(noticesContract.get, { params: { id } }, props.onClosed)
  return notice && <Files notice={notice} {...props} />
}

/** A notice and its files as they are now, for a form that decides on exactly this version. */
export const FreshNotice = (props: Shows & { id: string }) => {
  const [readings, setReadings] = useState(0)
  const onFailed = (failure: unknown): never => {
    const isOutdated = failure instanceof CallError && failure.code === noticesErrors.outdatedText.code
    if (isOutdated) setReadings(readings + 1)
    throw failure
  }
  return <Text key={readings} {...props} onFailed={onFailed} />
}
