import { useState } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import './key-help.css'

const keys = [
  ['/', '搜索'],
  ['n', '新增'],
  ['r', '刷新'],
  ['?', '显示本说明'],
  ['Esc', '关闭抽屉或对话框'],
] as const

/** Help on the keyboard shortcuts of list screens. */
export const KeyHelp = ({ onClosed }: { onClosed: () => void }) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title="键盘快捷键" open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <dl className="key-help">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  )
}
