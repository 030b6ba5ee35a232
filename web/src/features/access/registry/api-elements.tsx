import type { ApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { type ElementRow, elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { useState } from 'react'
import { CheckPermissionButton } from '../../../kernel/access/check-permission-button.tsx'
import { useCan } from '../../../kernel/access/use-can.ts'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { affectedReads } from './affected-reads.ts'
import { NameAndCode } from './registry-cells.tsx'
import { elementName, toAddress } from './registry-words.ts'
import { Unbinding } from './removals.tsx'
import { useFocusNext } from './use-focus-next.ts'
import './registry.css'

const { list, bind } = elementsContract

const findElements = async (keyword: string, _chosen: string | undefined, signal: AbortSignal) => {
  const { data } = await call(list, { query: { search: keyword, size: 20 } }, { signal })
  return data.map((element) => ({ value: element.id, label: elementName(element) }))
}

/** The elements that open an API, to bind and unbind. */
export const ApiElements = ({ row, onSaved, onClosed }: RowDrawerProps<ApiRow>) => {
  const [open, setOpen] = useState(true)
  const [question, ask] = useOverlay()
  const canBind = useCan(bind)
  const { data } = useRead(list, { query: { 'f.api': row.id, size: 100 } })
  const openers: readonly ElementRow[] = data?.data ?? []
  const binding = useWrite(bind, { invalidates: affectedReads, onDone: () => onSaved(row.id) })
  const add = (id: string | undefined) =>
    id !== undefined && binding.mutate({ params: { id }, body: { apiIds: [row.id] } })
  const [frame, markRemoving] = useFocusNext(openers.map(({ id }) => id))
  const askToUnbind = (element: ElementRow) =>
    ask((onClosed) => (
      <Unbinding
        element={element}
        apis={[row]}
        onConfirmed={() => {
          markRemoving(element.id)
          onSaved(row.id)
        }}
        onClosed={onClosed}
      />
    ))
  return (
    <Drawer
      title={t('绑定权限点：{row}', { row: toAddress(row) })}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p className="registry-intro">{t('持有任一绑定权限点的用户均可调用该接口，修改后立即生效。')}</p>
      <div ref={frame}>
        {canBind && (
          <SearchSelect
            aria-label={t('添加权限点')}
            placeholder={t('添加权限点，输入名称或编码')}
            find={findElements}
            value={undefined}
            onChange={add}
          />
        )}
        {data === undefined && <Skeleton lines={3} />}
        {data?.total === 0 && (
          <Empty title={t('暂无绑定的权限点')} hint={t('除平台超级管理员外，所有人都不能调用该接口。')} />
        )}
        {openers.length > 0 && (
          <ul className="registry-rows" aria-label={t('已绑定的权限点')}>
            {openers.map((element) => (
              <li key={element.id}>
                <NameAndCode name={element.name} code={element.code} />
                {canBind && (
                  <Button
                    look="link"
                    danger
                    aria-label={t('解除绑定{name}', { name: element.name })}
                    onClick={() => askToUnbind(element)}
                  >
                    {t('解除绑定')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="registry-foot">
        <CheckPermissionButton
          subject={{
            value: `api ${row.id}`,
            label: t('接口：{name}（{row}）', { name: row.name, row: toAddress(row) }),
          }}
        >
          {t('查询用户能否调用')}
        </CheckPermissionButton>
      </div>
      {question}
    </Drawer>
  )
}
