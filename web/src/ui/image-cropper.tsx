import './image-cropper.css'
import 'react-easy-crop/react-easy-crop.css'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import type { CropArea } from './crop-image.ts'

type Props = {
  src: string
  /** The square inside the circle, in pixels of the picture, whenever it comes to rest. */
  onArea: (area: CropArea) => void
  /** The browser cannot read the picture. */
  onBroken: () => void
}

const mostZoom = 4

/** A picture to be moved and enlarged below a circle: by mouse, touch, wheel, or the arrow keys. */
export const ImageCropper = ({ src, onArea, onBroken }: Props) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <div className="image-cropper">
      <div className="image-cropper-stage">
        <Cropper
          image={src}
          aspect={1}
          cropShape="round"
          showGrid={false}
          crop={crop}
          zoom={zoom}
          maxZoom={mostZoom}
          keyboardStep={4}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onArea(pixels)}
          mediaProps={{ onError: onBroken }}
          cropperProps={{ role: 'group', 'aria-label': '头像范围，方向键移动图片' }}
          // The style sheet comes with the others; one made at run time would need a nonce.
          disableAutomaticStylesInjection
        />
      </div>
      <label className="image-cropper-zoom">
        <ZoomOut size={16} aria-hidden="true" />
        <input
          type="range"
          aria-label="缩放"
          min={1}
          max={mostZoom}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
        <ZoomIn size={16} aria-hidden="true" />
      </label>
    </div>
  )
}
