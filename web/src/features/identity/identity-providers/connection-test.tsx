import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import type { ProviderRow } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { useEffect, useRef } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'

/** Tests at once whether a provider answers, and says what came of it. */
export const ConnectionTest = ({ row: { id, name }, onClosed }: RowDrawerProps<ProviderRow>) => {
  const { data, error, isPending, mutate } = useWrite(identityProvidersContract.test)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate({ params: { id } })
  })
  const problem = error instanceof CallError ? error.msg : data?.detail
  return (
    <Dialog
      title={t('测试“{name}”', { name })}
      onClose={onClosed}
      footer={
        <>
          <Button onClick={onClosed}>{t('关闭')}</Button>
          {!isPending && problem !== undefined && problem !== '' && (
            <Button look="primary" onClick={() => mutate({ params: { id } })}>
              {t('重新测试')}
            </Button>
          )}
        </>
      }
    >
      <p className="provider-test" role="status">
        {isPending ? (
          t('正在连接身份源…')
        ) : problem ? (
          <>
            <Tag tone="danger">{t('连接失败')}</Tag> {problem}
          </>
        ) : (
          data && <Tag tone="good">{t('连接正常')}</Tag>
        )}
      </p>
    </Dialog>
  )
}
