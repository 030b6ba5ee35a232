import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Empty } from '../../ui/empty.tsx'
import { nounInside } from '../../ui/noun.ts'
import { t } from '../../ui/texts.ts'
import { CallError } from '../api/call-error.ts'
import { usePage } from './page-context.ts'
import { ReadState } from './read-state.tsx'

const notFound = 404

/** The id of the object that the page shows, the last part of its address. */
export const useObjectId = (): string => usePage().path.split('/').at(-1) ?? ''

type ObjectStateProps<Data> = ComponentProps<typeof ReadState<Data>> & {
  /** What the object is: 用户. */
  noun: string
  children: (data: Data) => ReactNode
}

/** Shows the object of a page. One that the user may not see is shown like one that does not exist. */
export const ObjectState = <Data,>({ noun, read, children }: ObjectStateProps<Data>) => {
  const { path } = usePage()
  if (read.error instanceof CallError && read.error.code === notFound)
    return (
      <Empty
        title={t('{noun}不存在，或您没有查看权限', { noun: nounInside(noun) })}
        hint={t('可能已被删除，或不在您的数据范围内。')}
      >
        <Link className="object-state-back" to={path.slice(0, path.lastIndexOf('/'))}>
          {t('返回列表')}
        </Link>
      </Empty>
    )
  return <ReadState read={read}>{children}</ReadState>
}
