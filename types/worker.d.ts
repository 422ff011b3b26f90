// What the type checker has to know of workers: its own list of them cannot stand beside that of pages.

interface PushWorkerWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface PushWorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushWorkerEvents {
  push: PushWorkerEvent & { readonly data: { json(): any } };
  notificationclick: PushWorkerEvent & { readonly notification: Notification };
}

interface PushWorker {
  readonly notificationIcon: string;
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<PushWorkerWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener<Name extends keyof PushWorkerEvents>(
    name: Name,
    heard: (event: PushWorkerEvents[Name]) => void,
  ): void;
}
