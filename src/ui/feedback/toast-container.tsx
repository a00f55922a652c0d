import { ToastContainer as Container } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { kitTexts } from '../kit.texts.ts'
import './toast-container.css'

/** Its place and times are the specification's (section 9). */
export function ToastContainer() {
  return (
    <Container
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      pauseOnHover
      pauseOnFocusLoss
      aria-label={kitTexts.notifications}
    />
  )
}
