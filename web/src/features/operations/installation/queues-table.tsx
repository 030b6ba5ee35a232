import type { InstallationState } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { numberText } from '../../../ui/number-text.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { isStuck } from './find-faults.ts'
import { lengthText } from './installation-words.ts'
import { StateTable } from './state-table.tsx'
import { toColumn } from './to-column.ts'

type Queue = InstallationState['queues'][number]

const Waiting = ({ queue }: { queue: Queue }) => {
  if (queue.oldestSeconds < 1) return null
  const text = lengthText(queue.oldestSeconds)
  return isStuck(queue) ? <Tag tone="danger">{text}</Tag> : text
}
const right = { alignRight: true } as const
const columns = [
  toColumn<Queue>(t('队列', { context: 'singular' }), 200, ({ name }) => name, { grows: true }),
  toColumn<Queue>(t('待执行'), 96, ({ ready }) => numberText(ready), right),
  toColumn<Queue>(t('执行中'), 96, ({ active }) => numberText(active), right),
  toColumn<Queue>(t('一天内放弃'), 112, ({ failed }) => numberText(failed), right),
  toColumn<Queue>(t('最久等待'), 120, (queue) => <Waiting queue={queue} />),
]
const isBusy = ({ ready, active, failed, oldestSeconds }: Queue) => ready + active + failed > 0 || oldestSeconds >= 1

/** Queues with something in them. */
export const QueuesTable = ({ queues }: { queues: readonly Queue[] }) => (
  <StateTable<Queue> title={t('队列')} columns={columns} rows={queues.filter(isBusy)} empty={t('没有等待的任务')} />
)
