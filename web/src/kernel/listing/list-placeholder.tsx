import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { nounInside } from '../../ui/noun.ts'
import { t } from '../../ui/texts.ts'
import { FailureBlock } from '../page/failure-block.tsx'
import type { ListTexts } from './list-texts.ts'
import type { ShownList } from './use-shown-list.ts'

type ListPlaceholderProps = {
  list: ShownList<object>
  texts: Pick<ListTexts<never>, 'noun' | 'purpose' | 'empty'>
  addButton: ReactNode
}

/** What a list without rows shows: why there are none, and what helps. */
export const ListPlaceholder = ({
  list: { state, isNarrowed, cleared, failure, loading, reload, change },
  texts: { noun, purpose, empty = { title: t('暂无{noun}', { noun: nounInside(noun) }), hint: purpose } },
  addButton,
}: ListPlaceholderProps) => {
  // Links and views outlive what they ask for, such as a field that was deleted.
  const clear = { text: t('清除条件'), run: () => change({ ...cleared, sort: '' }) }
  if (failure?.errors) return <ErrorBlock msg={failure.msg} onRetry={reload} action={clear} />
  if (failure) return <FailureBlock failure={failure} onRetry={reload} />
  if (loading) return <div className="list-page-waiting" />
  if (state.after !== undefined) return <Empty title={t('没有更早的记录')} />
  if (!isNarrowed) return <Empty {...empty}>{addButton}</Empty>
  return (
    <Empty title={t('没有符合条件的{noun}', { noun: nounInside(noun) })} hint={t('请更换关键词或清除条件后重试。')}>
      <Button onClick={() => change(cleared)}>{t('清除条件')}</Button>
    </Empty>
  )
}
