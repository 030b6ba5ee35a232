import { useState } from 'react'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

type Guard = { busy: boolean; isDirty: boolean }
type Words = { title: string; body: string; confirm: string }

const unsaved: Words = {
  title: '放弃未保存的修改？',
  body: '关闭后，填写的内容不会保留。',
  confirm: '放弃修改',
}

/** The way out of a drawer: not while a task runs (spec §4), and asked for when something would be lost. */
export const useExit = ({ busy, isDirty }: Guard, words: Words | undefined = unsaved) => {
  const [open, setOpen] = useState(true)
  const [ask, question] = useConfirm()
  const close = () => setOpen(false)
  const tryClose = () => {
    if (busy) return toast.warning('有任务正在执行中')
    if (!isDirty) return close()
    ask({ ...words, cancel: '返回', danger: true, run: close })
  }
  return { open, close, tryClose, question }
}
export type Exit = ReturnType<typeof useExit>
