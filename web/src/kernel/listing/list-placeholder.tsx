import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FailureBlock } from '../page/failure-block.tsx'
import { isFiltered } from './list-state.ts'
import type { ListTexts } from './list-texts.ts'
import type { ShownList } from './use-shown-list.ts'

type ListPlaceholderProps = {
  list: ShownList<object>
  texts: Pick<ListTexts<never>, 'noun' | 'purpose'>
  addButton: ReactNode
}

/** What a list without rows shows: why there are none, and what helps. */
export const ListPlaceholder = ({
  list: { state, failure, loading, reload, change },
  texts: { noun, purpose },
  addButton,
}: ListPlaceholderProps) => {
  if (failure) return <FailureBlock failure={failure} onRetry={reload} />
  if (loading) return <div className="list-page-waiting" />
  if (state.after !== undefined) return <Empty title="没有更早的记录" />
  if (!isFiltered(state))
    return (
      <Empty title={`暂无${noun}`} hint={purpose}>
        {addButton}
      </Empty>
    )
  return (
    <Empty title={`没有符合条件的${noun}`} hint="请更换关键词或清除条件后重试。">
      <Button onClick={() => change({ search: '', filters: {} })}>清除条件</Button>
    </Empty>
  )
}
