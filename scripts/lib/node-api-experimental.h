// Put before every other header of the SQLite binding (g++ -include). Node-API 9 runtimes offer what the binding uses
// only to modules of the experimental version, and call the finalizers of such modules inside the garbage collector;
// node-addon-api posts them to a safe moment if this function is known. The headers package leaves it out.
#pragma once
#define NAPI_VERSION NAPI_VERSION_EXPERIMENTAL
#include <node_api.h>

#define NODE_API_EXPERIMENTAL_HAS_POST_FINALIZER
extern "C" NAPI_EXTERN napi_status NAPI_CDECL node_api_post_finalizer(node_api_basic_env env,
                                                                      napi_finalize finalize_cb,
                                                                      void* finalize_data,
                                                                      void* finalize_hint);
