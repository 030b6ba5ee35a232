import type { FileState } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'

const words: Readonly<Record<FileState, string>> = {
  ready: t('可用'),
  scanning: t('查毒中'),
  infected: t('含病毒'),
  unscanned: t('查毒失败'),
}
const tones = { ready: 'good', scanning: 'warn', infected: 'danger', unscanned: 'danger' } as const

/** The states of files as options. */
export const fileStateOptions = Object.entries(words).map(([value, label]) => ({ value, label }))

/** Whether a file may be downloaded. */
export const FileStateTag = ({ state }: { state: FileState }) => <Tag tone={tones[state]}>{words[state]}</Tag>
