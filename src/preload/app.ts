import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { AppBridge } from '../shared/ipc/bridge'

// Kept as small as it is: call, open a stream, path of a dropped file. Names and inputs are checked by main.
const callChannel = 'glovebox:call'
const streamChannel = 'glovebox:stream'

const bridge: AppBridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, { name, input }),
  openStream: (name, key, onMessage) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (event) => onMessage(event.data)
    ipcRenderer.postMessage(streamChannel, { name, key }, [port2])
    return {
      acknowledge: (batch) => port1.postMessage({ type: 'ack', batch }),
      close: () => port1.close(),
    }
  },
  pathOfDroppedFile: (file) => (file instanceof File ? webUtils.getPathForFile(file) : ''),
}

contextBridge.exposeInMainWorld('glovebox', bridge)
