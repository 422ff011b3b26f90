// What the type checker has to know of workers: its own list of them cannot stand beside that of pages.

interface WorkerWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface SiteWorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  stopImmediatePropagation(): void;
}

interface SiteWorkerEvents {
  install: SiteWorkerEvent;
  activate: SiteWorkerEvent;
  fetch: SiteWorkerEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void };
  message: SiteWorkerEvent & { readonly data: any; readonly source: { postMessage(told: object): void } | null };
  push: SiteWorkerEvent & { readonly data: { json(): any } };
  notificationclick: SiteWorkerEvent & { readonly notification: Notification };
}

interface SiteWorker {
  readonly notificationIcon: string;
  readonly offline: { readonly pages: Record<string, string>; readonly files: readonly string[] };
  readonly rules: {
    readonly version: string;
    readonly pages: Record<string, readonly string[]>;
    readonly files: readonly string[];
  };
  keeping: {
    isFile(pathname: string): boolean;
    drawnWith(answer: Response): Promise<Set<string>>;
    kept(address: string): Promise<Response | undefined>;
    packed(answer: Response): Response;
  };
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WorkerWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener<Name extends keyof SiteWorkerEvents>(
    name: Name,
    heard: (event: SiteWorkerEvents[Name]) => void,
  ): void;
}
