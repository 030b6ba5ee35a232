import type { NoticeLevel } from '@atrium/contract/features/content/notices/notice-words.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { levelNames, levelTones } from './notice-words.ts'

type Props = { level: NoticeLevel; top: boolean; ack: boolean; updated?: boolean | undefined }

/** What distinguishes a notice from a plain one. */
export const NoticeTags = ({ level, top, ack, updated }: Props) => (
  <>
    {top && <Tag tone="accent">{t('置顶')}</Tag>}
    {level !== 'low' && <Tag tone={levelTones[level]}>{levelNames[level]}</Tag>}
    {ack && <Tag tone="accent">{t('须确认', { context: 'tag' })}</Tag>}
    {updated && <Tag>{t('已更新')}</Tag>}
  </>
)
