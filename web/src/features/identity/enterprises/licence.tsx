import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useState } from 'react'
import type { RequestFor } from '../../../kernel/api/call.ts'
import { usePictureRead } from '../../../kernel/page/use-picture.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import './licence.css'

type Binary = Endpoint & { wire: 'binary' }
type LicenceProps<E extends Binary> = {
  endpoint: E
  request: RequestFor<E>
  /** Identifies the stored licence; empty without one. */
  mark: string
  /** Of the company. */
  name: string
}

/** A business licence; a press opens it in full size. */
export const Licence = <E extends Binary>({ endpoint, request, mark, name }: LicenceProps<E>) => {
  const { src, error, refetch } = usePictureRead(endpoint, request, mark)
  const [broken, setBroken] = useState<string>()
  if (mark === '') return <span className="licence-state">{t('未上传')}</span>
  if (error || (src !== undefined && src === broken))
    return (
      <span className="licence-state" role="alert">
        {t('营业执照加载失败')}
        <Button onClick={() => void refetch()}>{t('重试')}</Button>
      </span>
    )
  if (src === undefined)
    return (
      <span className="licence-state" role="status">
        {t('加载中...')}
      </span>
    )
  return (
    <a className="licence" href={src} target="_blank" rel="noreferrer">
      <img src={src} alt={t('{name}的营业执照，点击查看原图', { name })} onError={() => setBroken(src)} />
    </a>
  )
}
