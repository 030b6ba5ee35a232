import type { UploadRow } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { Tag } from '../../../ui/tag.tsx'
import { stateWords } from './upload-words.ts'

const tones = { ready: 'good', scanning: 'warn', infected: 'danger', unscanned: 'danger' } as const

/** Whether a file may be downloaded. */
export const FileStateTag = ({ state }: Pick<UploadRow, 'state'>) => <Tag tone={tones[state]}>{stateWords[state]}</Tag>
